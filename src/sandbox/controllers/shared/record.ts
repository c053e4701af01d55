import type {Happened, Step} from '../../model/controller.ts';

/** The scheduler's name: `spec.schedulerName` by default, and the component of its events. */
export const SCHEDULER = 'default-scheduler';

/** The step that records an event; whoever takes it counts one that happened before. */
export const record = (event: Happened): Step => ({do: 'record', event});
