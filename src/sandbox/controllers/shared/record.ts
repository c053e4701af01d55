import type {Happened, Step} from '../../model/controller.ts';

export const SCHEDULER = 'default-scheduler';

/** The step that records an event; whoever takes it counts one that happened before. */
export const record = (event: Happened): Step => ({do: 'record', event});
