import type {Attributes} from '@opentelemetry/api';
import type {Event} from '../../core/event.ts';
import {defined} from '../../lib/defined.ts';

/** What an event says of the whole run. */
export function runFacts(event: Event): Attributes {
  if (event.type === 'workspace-chosen') return namesOf(event);
  if (event.type === 'cluster-reached')
    return {'gantry.cluster.identity': event.identity, 'gantry.cluster.version': event.version};
  if (event.type === 'release-recorded')
    return {'gantry.revision': event.revision, 'gantry.release.phase': event.phase};
  if (event.type !== 'plan-made') return {};
  return {
    'gantry.operation': event.operation,
    'gantry.revision': event.revision,
    'gantry.changes': event.steps.filter(({action}) => action !== 'unchanged').length,
  };
}

/** Of which stack in which workspace a run is; traces and metrics say it with the same words. */
export const namesOf = ({project, stack, workspace}: Extract<Event, {type: 'workspace-chosen'}>): Attributes => ({
  'gantry.workspace': workspace,
  ...defined({'gantry.project': project, 'gantry.stack': stack}),
});
