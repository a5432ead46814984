import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { change } from '../data/calls.ts';
import { queryClient } from '../data/queries.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import classes from './App.module.css';

const words = {
  screen: {
    title: 'This screen could not be shown',
    next: 'Try again, or choose another screen.',
    action: 'Try again',
  },
  window: {
    title: 'Dropslip could not be shown',
    next: 'Start again to reload this window.',
    action: 'Start again',
  },
} as const;

type Props = { readonly of: keyof typeof words; readonly children: ReactNode };
type State = { readonly message: string | null };

/** Shows a message in place of a screen or a window that threw an error while it was drawn. Main continues its work. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: String(error) };
  }

  readonly #again = (): void => {
    if (this.props.of === 'window') {
      void change('app.reload', {});
      return;
    }
    // An answer of main may have caused the error. No other part of the window uses the inactive ones.
    queryClient.removeQueries({ type: 'inactive' });
    this.setState({ message: null });
  };

  override render(): ReactNode {
    const { of, children } = this.props;
    const { message } = this.state;
    if (message === null) return children;
    const { title, next, action } = words[of];
    const alert = (
      <div className={classes.broken} role="alert">
        <h1>{title}</h1>
        <p>Your files and receipts are safe, and sending continues. {next}</p>
        <Button onClick={this.#again}>{action}</Button>
        <Disclosure label="Details">
          <p>{message}</p>
        </Disclosure>
      </div>
    );
    return of === 'window' ? <main className={classes.whole}>{alert}</main> : alert;
  }
}
