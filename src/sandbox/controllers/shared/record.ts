import type {Happened, Step} from '../../model/controller.ts';

/** The scheduler's name: `spec.schedulerName` by default, and the component of its events. */
export const SCHEDULER = 'default-scheduler';

/** Returns the step that records an event. A repeated event is counted when the step is taken. */
export const record = (event: Happened): Step => ({do: 'record', event});
