import type {ReleasedStack} from '../../../../ports/operations.ts';
import {knownSecrets} from '../plan/known-secrets.ts';
import {type FoundObject, findObjects} from './find-objects.ts';
import type {Operating} from './operating.ts';

/** Finds the live objects of a stack and registers the values of their Secrets, so that no output shows them. */
export async function findStack(
  {session, learn}: Pick<Operating, 'session' | 'learn'>,
  stack: Pick<ReleasedStack, 'prior' | 'lineage' | 'signal'>,
): Promise<readonly FoundObject[]> {
  const found = await findObjects({...session.client, list: session.client.listShared}, stack);
  learn(knownSecrets(found.flatMap(({live}) => (live === undefined ? [] : [live]))));
  return found;
}
