import { Component, type ComponentType, Fragment, type ReactNode } from 'react';
import { messages } from '../domain/messages';
import { Button } from '../ui/Button';
import { ErrorFallback } from './ErrorFallback';

interface ErrorBoundaryProps {
  /** Another value clears the error: the router's location is another one after each navigation. */
  resetKey: unknown;
  /** The element around the fallback; absent where the header stays visible. */
  frame?: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** Keeps the header and its links when a page fails to render (spec §2). React itself reports the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const Frame = this.props.frame ?? Fragment;
    return (
      <Frame>
        <ErrorFallback text={messages.renderFailed}>
          <Button onClick={() => window.history.back()}>Go back</Button>
        </ErrorFallback>
      </Frame>
    );
  }
}
