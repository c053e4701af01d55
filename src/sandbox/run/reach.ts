import {connect} from 'node:http2';
import {type Run, serverOf} from './run.ts';

/** A connection that reports when the process at its other end is gone. No requests are sent over it. */
export type Link = {
  readonly gone: Promise<void>;
  readonly close: () => void;
};

/** Connects to the server of a run, which is verified by its certificate; undefined if it does not answer. */
export function reach(run: Pick<Run, 'port' | 'ca'>, patienceMs: number): Promise<Link | undefined> {
  return new Promise((resolve) => {
    const session = connect(serverOf(run), {ca: run.ca});
    const timer = setTimeout(() => session.destroy(), patienceMs);
    const gone = new Promise<void>((resolveGone) => {
      session.once('close', () => {
        clearTimeout(timer);
        resolve(undefined);
        resolveGone();
      });
    });
    session.once('connect', () => {
      clearTimeout(timer);
      // The open connection must not keep this process running.
      session.unref();
      resolve({gone, close: () => session.destroy()});
    });
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.destroy());
  });
}
