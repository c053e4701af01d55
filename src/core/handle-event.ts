import type {Event} from './event.ts';

/** The handlers of events by type. Other events are ignored. */
export type EventHandlers = {
  readonly [Type in Event['type']]?: (event: Extract<Event, {type: Type}>, at: Date) => void;
};

/** Calls the handler of the event's type; an event without one is ignored. */
export const handleEvent = (handlers: EventHandlers, event: Event, at: Date): void =>
  (handlers[event.type] as ((event: Event, at: Date) => void) | undefined)?.(event, at);
