import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {IMPORT_ID} from '../../core/resource/import-id.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
import {unconfirmed} from './begun.ts';
import type {Stored} from './stored.ts';

/** The length of the attributes in a message: the others are in the spec. */
const MOST = 400;

/** Names what an apply had begun to create and the state does not have: it may exist at the provider. A resource that the plan adopts is known. */
export function mayExist(
  {begun = [], state}: Stored,
  ids: Stored['ids'],
  isAdopted: (id: string) => boolean,
): readonly Diagnostic[] {
  return unconfirmed(begun, state).flatMap(({address, attributes = {}}) => {
    const id = ids[address] ?? address;
    if (isAdopted(id)) return [];
    const known = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
    const text = JSON.stringify(showRedacted(known));
    const shown = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
    return [
      {
        severity: 'warning',
        code: 'terraform/may-exist',
        message: `${id} may exist: an apply has begun to create ${address} with ${shown}, and its end is not recorded`,
        resource: id,
        hint: `Look for it at the provider. If it exists, set the extension \`${IMPORT_ID}\` of ${id} to its id to adopt it, or delete it there: the next apply creates it again.`,
      },
    ];
  });
}
