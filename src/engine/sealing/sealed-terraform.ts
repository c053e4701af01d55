import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {terraformKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {knownKey} from '../release/hmac-key.ts';
import {settledPut} from '../release/settled-put.ts';
import {openSealed, refreshDataKeys} from './data-keys.ts';
import {decodeSealed, encodeSealed} from './sealed-literals.ts';
import {decodeNumbered, encodeNumbered, noteStateNumber, refuseOlderState, stateNumber} from './state-numbers.ts';

/**
 * Returns the Terraform states of a backend. They are sealed, because a state contains all secrets of its resources in clear.
 * @throws GantryError terraform/unusable if the backend is not sealed
 */
export async function terraformStates(backend: Backend): Promise<TerraformStates> {
  const isDeclared = (backend.encryption?.declared ?? []).length > 0;
  // A backend without a key is new: its first document is sealed if encryption is declared.
  if (!((await knownKey(backend))?.isSealed ?? isDeclared)) throw notSealed(backend);
  return {
    read: async (lineage) => {
      const key = terraformKey(lineage);
      const stored = await backend.get(key);
      const opened = stored && decodeNumbered(await openSealed(backend, key, decodeSealed(key, stored.value)));
      refuseOlderState(backend, lineage, opened);
      if (stored === undefined || opened === undefined) return undefined;
      noteStateNumber(backend, lineage, opened.number);
      return {text: opened.text, version: stored.version};
    },
    write: async (lineage, text, expected) => {
      const key = terraformKey(lineage);
      // Read again: a rekey that waits for the lock drops the data keys before the newest one.
      const keys = await refreshDataKeys(backend);
      if (keys === undefined) throw damaged(key, 'the data key of the backend was deleted during the run');
      const number = (stateNumber(backend, lineage) ?? 0) + 1;
      const value = encodeSealed(key, keys.current, encodeNumbered({number, text}));
      const outcome = await settledPut(backend, key, value, expected);
      if (outcome !== 'conflict') {
        noteStateNumber(backend, lineage, number);
        return outcome.version;
      }
      throw new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});
    },
  };
}

const notSealed = ({name}: Backend): GantryError =>
  new GantryError({
    code: 'terraform/unusable',
    problem: `${name} is not sealed, and a Terraform state contains secrets in clear`,
    hint: 'Declare `encryption` beside the backend, and run "gantry backend rekey".',
  });
