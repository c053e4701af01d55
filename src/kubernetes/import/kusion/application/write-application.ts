import type {JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {someOf} from './field-at.ts';
import type {FoundApplication} from './found-application.ts';
import {NO_DATABASES, writeDatabases} from './write-databases.ts';
import {writeNetwork} from './write-network.ts';
import {writeWorkload} from './write-workload.ts';

/**
 * Returns the candidates for an application, the best one first: with its databases, and without them, if it has some. Nothing is refused here:
 * building a candidate shows whether it makes the objects of the release.
 */
export function writeApplication(application: FoundApplication): readonly JsonObject[] {
  const network = writeNetwork(application);
  const databases = writeDatabases(application);
  const all = Object.keys(databases.accessories).length === 0 ? [NO_DATABASES] : [databases, NO_DATABASES];
  return all.map(({accessories, injected}) =>
    defined({
      workload: writeWorkload(application, injected),
      accessories: someOf(defined({...accessories, network})),
    }),
  );
}
