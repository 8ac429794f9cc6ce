import { Component, type ReactNode, Suspense } from 'react';

/** Shows something that no screen depends on. While it loads, or when it fails, there is nothing there. */
export class OptionalBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
