import type {OnEvent} from '../../core/event.ts';

/** What shows a run while it runs. `close` leaves the terminal as it was found. */
export type Progress = {
  readonly onEvent: OnEvent;
  /** Shows that the program waits for `text`, until the next text, question, phase or `pause`. */
  readonly wait: (text: string) => void;
  /** Makes room for text or a question; the next phase moves again. */
  readonly pause: () => void;
  readonly close: () => void;
};

const nothing = (): void => undefined;

/** Shows nothing, for `--quiet`. */
export const silentProgress: Progress = {onEvent: nothing, wait: nothing, pause: nothing, close: nothing};

/** A view that only ever adds lines has nothing to clear away. */
export const linesProgress = (onEvent: OnEvent): Progress => ({...silentProgress, onEvent});
