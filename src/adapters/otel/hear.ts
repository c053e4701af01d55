import type {Event} from '../../core/event.ts';

/** What is done at some events; the others say nothing that is kept. */
export type Hearing = {
  readonly [Type in Event['type']]?: (event: Extract<Event, {type: Type}>, at: Date) => void;
};

/** Calls the handler of the event's type; an event without one is ignored. */
export const hear = (hearing: Hearing, event: Event, at: Date): void =>
  (hearing[event.type] as ((event: Event, at: Date) => void) | undefined)?.(event, at);
