import type {Failure} from '../../../../core/failure/failure.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import type {Refusal} from '../client/status.ts';
import type {ExecuteSession} from './execute-session.ts';

/** Converts the refusal of a write to a failure. */
export function refusalFailure(
  {client}: Pick<ExecuteSession, 'client'>,
  {resource}: {readonly resource: Pick<Resource, 'id'>},
  refusal: Refusal,
  action = 'apply',
): Failure {
  if (refusal.kind === 'stale') return {code: 'plan/stale', resource: resource.id, detail: refusal.message};
  if (refusal.kind === 'forbidden' && refusal.by === 'authorization') {
    return {code: 'permission/denied', server: client.server, action, detail: refusal.message, resource: resource.id};
  }
  if (refusal.kind === 'conflict') {
    return {code: 'plan/stale', resource: resource.id, detail: refusal.message};
  }
  return {code: 'object/write-refused', resource: resource.id, status: refusal.status, detail: refusal.message};
}

/** Returns the failure of a planned create whose object exists. */
export const appeared = ({resource}: {readonly resource: Pick<Resource, 'id'>}): Failure => ({
  code: 'plan/stale',
  resource: resource.id,
  detail: 'somebody else created an object with this name after the preview',
});
