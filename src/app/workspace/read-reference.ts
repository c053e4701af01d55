import type {StoreInFile} from '../../config/secret-store.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {secretReader} from '../secret/secret-reader.ts';
import {unread} from '../secret/unread.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {Via} from './via.ts';

/** The workspace whose secret stores a reference is read from. */
export type ReferenceRequest = {
  readonly chosen: FoundWorkspace;
  /** The store of a spec file. */
  readonly inSpec?: StoreInFile | undefined;
  readonly via: Via;
};

/** A field of a workspace that holds a reference to a secret. */
export type FieldReference = {
  readonly field: string;
  readonly uri: string;
  /** The code of the failure: no cluster is reached, or a program is not run. */
  readonly code: 'context/kubeconfig' | 'context/value';
};

/**
 * Reads the secret that a field of a workspace refers to.
 * @throws GantryError `code`, `secret/denied` or `secret/unreachable` with workspace, field, store, secret and property, and never a value
 */
export async function readReference(
  {field, uri, code}: FieldReference,
  {chosen, inSpec, via}: ReferenceRequest,
  deps: Deps,
): Promise<Secret> {
  const answer = await secretReader({chosen, inSpec, via}, deps).read(uri);
  if ('value' in answer) return answer.value;
  const {because, hint, fault} = answer;
  if (fault !== undefined)
    throw unread([
      {message: `cannot set ${field} of the workspace ${chosen.name} from ${uri}: ${because}`, hint, fault},
    ]);
  throw valueProblem({code, workspace: chosen.name, field, problem: `${uri}: ${because}`, hint});
}

type ValueFailure = Failure & {readonly code: FieldReference['code']};

/** Returns the error for a value of a workspace that cannot be resolved. */
export const valueProblem = ({
  hint,
  ...failure
}: Omit<ValueFailure, 'hint'> & {readonly hint?: string | undefined}): GantryError =>
  new GantryError({...failure, ...defined({hint})});
