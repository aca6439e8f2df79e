import { Component, type ErrorInfo, type ReactNode } from "react";
import { PageLoadError } from "./lazy-page.tsx";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What to show instead; `retry` mounts the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  onError?: (error: unknown, info: ErrorInfo) => void;
  /** A failure is forgotten when this changes; children that work stay mounted. */
  resetKey?: string;
}

/** Keeps the failure of a part inside that part. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failure: { error: unknown } | undefined }
> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.resetKey !== this.props.resetKey && this.state.failure) this.retry();
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  retry = () => {
    const error = this.state.failure?.error;
    if (error instanceof PageLoadError) error.forget();
    this.setState({ failure: undefined });
  };

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}
