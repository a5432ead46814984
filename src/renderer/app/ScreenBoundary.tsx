import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import classes from './App.module.css';

type Props = { readonly children: ReactNode };

/** A fault of one screen takes down that screen and nothing else: whatever is under way goes on in main. */
export class ScreenBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={classes.broken} role="alert">
        <h1>This screen could not be drawn</h1>
        <p>Nothing is lost, and what is being submitted goes on.</p>
        <Button onClick={() => this.setState({ failed: false })}>Show it again</Button>
      </div>
    );
  }
}
