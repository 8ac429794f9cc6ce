import { Component, type ReactNode } from 'react';
import { messages } from '../domain/messages';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import styles from './ErrorBoundary.module.css';

interface ErrorBoundaryProps {
  /** When this changes, the next page gets its chance. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps the header and the way out when a page fails to render (spec §2). React itself reports the error. */
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
    return (
      <div className={styles.failed}>
        <ErrorText text={messages.renderFailed} />
        <div className={styles.actions}>
          <Button onClick={() => window.history.back()}>Go back</Button>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </div>
      </div>
    );
  }
}
