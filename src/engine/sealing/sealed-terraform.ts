import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {terraformKey} from '../../core/release/keys.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {type DataKey, openAt, type SealedText} from '../../core/sealing/sealed-text.ts';
import {SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import type {Backend} from '../../ports/backend.ts';
import type {HandedStates, TerraformStates} from '../../ports/terraform-states.ts';
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
  const newest = async (): Promise<DataKey> => {
    // Read again: a rekey that waits for the lock drops the data keys before the newest one.
    const keys = await refreshDataKeys(backend);
    if (keys === undefined) throw damaged(SEALING_KEY, 'the data key of the backend was deleted during the run');
    return keys.current;
  };
  return {
    ...statesBy(backend, {open: (key, sealed) => openSealed(backend, key, sealed), newest}),
    handOver: async (lineage) => ({
      backend: backend.opener,
      key: await newest(),
      number: stateNumber(backend, lineage),
    }),
  };
}

/** Returns the Terraform states of a backend for the watcher of a run. It has only the data key of the run, so it reads only states sealed with that key. */
export function handedStates(
  backend: Backend,
  {key, number}: Pick<HandedStates, 'key' | 'number'>,
  lineage: string,
): TerraformStates {
  noteStateNumber(backend, lineage, number);
  const open = async (place: string, sealed: SealedText): Promise<string> => {
    const opened = sealed.generation === key.generation ? openAt(place, key.key, sealed) : undefined;
    if (opened === undefined) throw untrusted(place, 'other-data-key');
    return opened;
  };
  return {
    ...statesBy(backend, {open, newest: async () => key}),
    handOver: async () => ({backend: backend.opener, key, number: stateNumber(backend, lineage)}),
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
    const opened = stored && decodeNumbered(await open(key, decodeSealed(key, stored.value)));
    refuseOlderState(backend, lineage, opened);
    if (stored === undefined || opened === undefined) return undefined;
    noteStateNumber(backend, lineage, opened.number);
    return {text: opened.text, version: stored.version};
  },
  write: async (lineage, text, expected) => {
    const key = terraformKey(lineage);
    const number = (stateNumber(backend, lineage) ?? 0) + 1;
    const value = encodeSealed(key, await newest(), encodeNumbered({number, text}));
    const outcome = await settledPut(backend, key, value, expected);
    if (outcome !== 'conflict') {
      noteStateNumber(backend, lineage, number);
      return outcome.version;
    }
    throw new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});
  },
});

const notSealed = ({name}: Backend): GantryError =>
  new GantryError({
    code: 'terraform/unusable',
    problem: `${name} is not sealed, and a Terraform state contains secrets in clear`,
    hint: 'Declare `encryption` beside the backend, and run "gantry backend rekey".',
  });
