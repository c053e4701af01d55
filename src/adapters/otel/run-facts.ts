import type {Attributes} from '@opentelemetry/api';
import type {Event} from '../../core/event.ts';
import {defined} from '../../lib/defined.ts';

/** Returns the attributes of the whole run that an event contains. */
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

/** Returns the attributes for the stack and the workspace of a run. Traces and metrics use the same names. */
export const namesOf = ({project, stack, workspace}: Extract<Event, {type: 'workspace-chosen'}>): Attributes => ({
  'gantry.workspace': workspace,
  ...defined({'gantry.project': project, 'gantry.stack': stack}),
});
