import {connect} from 'node:http2';
import {type Run, serverOf} from './run.ts';

/** A connection that tells when the process at its other end is gone; nothing is ever asked over it. */
export type Link = {
  readonly gone: Promise<void>;
  readonly close: () => void;
};

/** Connects to who serves this run, known by its certificate; undefined if nobody answers there who has it. */
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
      // A run that is over does not wait for it.
      session.unref();
      resolve({gone, close: () => session.destroy()});
    });
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.destroy());
  });
}
