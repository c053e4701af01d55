import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {terraformKey} from '../../core/release/keys.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {type DataKey, openAt, type SealedText} from '../../core/sealing/sealed-text.ts';
import {SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import type {Backend} from '../../ports/backend.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {knownKey} from '../release/hmac-key.ts';
import {settledPut} from '../release/settled-put.ts';
import {openSealed, refreshDataKeys} from './data-keys.ts';
import {decodeSealed, encodeSealed} from './sealed-literals.ts';

/**
 * Returns the Terraform states of a backend. They are sealed, because a state contains all secrets of its resources in clear.
 * @throws GantryError terraform/unusable if the backend is not sealed
 */
export async function terraformStates(backend: Backend): Promise<TerraformStates> {
  const isDeclared = (backend.encryption?.declared ?? []).length > 0;
  // A backend without a key is new: its first document is sealed if encryption is declared.
  if (!((await knownKey(backend))?.isSealed ?? isDeclared)) throw notSealed(backend);
  const newest = async (): Promise<DataKey> => {
    // Read again: a rekey that waits for the lock drops the data keys before the newest one.
    const keys = await refreshDataKeys(backend);
    if (keys === undefined) throw damaged(SEALING_KEY, 'the data key of the backend was deleted during the run');
    return keys.current;
  };
  return {
    ...statesBy(backend, {open: (key, sealed) => openSealed(backend, key, sealed), newest}),
    handOver: async () => ({backend: backend.opener, key: await newest()}),
  };
}

/** Returns the Terraform states of a backend for a process that goes on with the data key of a run. It reads only what that run has sealed. */
export function handedStates(backend: Backend, key: DataKey): TerraformStates {
  const open = async (place: string, sealed: SealedText): Promise<string> => {
    const opened = sealed.generation === key.generation ? openAt(place, key.key, sealed) : undefined;
    if (opened === undefined) throw untrusted(place, 'other-data-key');
    return opened;
  };
  return {
    ...statesBy(backend, {open, newest: async () => key}),
    handOver: async () => ({backend: backend.opener, key}),
  };
}

type Keys = {
  readonly open: (place: string, sealed: SealedText) => Promise<string>;
  readonly newest: () => Promise<DataKey>;
};

const statesBy = (backend: Backend, {open, newest}: Keys): Pick<TerraformStates, 'read' | 'write'> => ({
  read: async (lineage) => {
    const key = terraformKey(lineage);
    const stored = await backend.get(key);
    if (stored === undefined) return undefined;
    return {text: await open(key, decodeSealed(key, stored.value)), version: stored.version};
  },
  write: async (lineage, text, expected) => {
    const key = terraformKey(lineage);
    const outcome = await settledPut(backend, key, encodeSealed(key, await newest(), text), expected);
    if (outcome !== 'conflict') return outcome.version;
    throw new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});
  },
});

const notSealed = ({name}: Backend): GantryError =>
  new GantryError({
    code: 'terraform/unusable',
    problem: `${name} is not sealed, and a Terraform state contains secrets in clear`,
    hint: 'Declare `encryption` beside the backend, and run "gantry backend rekey".',
  });
