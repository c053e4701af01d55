import type {OnEvent} from '../../core/event.ts';

/** The view of a run. `close` restores the terminal. */
export type Progress = {
  readonly onEvent: OnEvent;
  /** Shows that the program waits for `text`, until the next text, question, phase or `pause`. */
  readonly wait: (text: string) => void;
  /** Hides the view for a text or a question, until the next phase starts. */
  readonly pause: () => void;
  readonly close: () => void;
};

const nothing = (): void => undefined;

/** Shows nothing, for `--quiet`. */
export const silentProgress: Progress = {onEvent: nothing, wait: nothing, pause: nothing, close: nothing};

/** A view that only ever adds lines has nothing to clear away. */
export const linesProgress = (onEvent: OnEvent): Progress => ({...silentProgress, onEvent});
