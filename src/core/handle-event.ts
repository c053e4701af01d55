import type {Event, StackEvent} from './event.ts';

/** The handlers of events by type. Other events are ignored. */
export type EventHandlers = {
  readonly [Type in Event['type']]?: (event: Extract<StackEvent, {type: Type}>, at: Date) => void;
};

/** Calls the handler of the event's type; an event without one is ignored. */
export const handleEvent = (handlers: EventHandlers, event: StackEvent, at: Date): void =>
  (handlers[event.type] as ((event: StackEvent, at: Date) => void) | undefined)?.(event, at);
