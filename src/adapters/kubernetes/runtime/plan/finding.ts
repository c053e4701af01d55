import type {JsonObject} from '../../../../core/json.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import type {Refusal} from '../client/status.ts';
import type {Verdict} from './dry-run.ts';
import type {TakingOver} from './take-over.ts';

/** The server's answer to an update of an object that it has. */
export type Updated = Verdict & {readonly kind: 'updated'} & {
  /** The differences between the live object and the answer. */
  readonly real: readonly FieldDifference[];
  /** The takeover that the server accepts. */
  readonly taking: TakingOver | undefined;
};

/** The facts that decide what has to be done to one object. */
export type Finding =
  /** Nothing of this name exists. `answer`: the new object, where the server was asked. */
  | {
      readonly kind: 'absent';
      readonly reason?: string | undefined;
      readonly answer?: JsonObject;
      readonly surely?: true;
    }
  /** The cluster deleted a Job after it completed as it is wanted. */
  | {readonly kind: 'done'}
  | {readonly kind: 'ending'; readonly live: JsonObject}
  | {readonly kind: 'co-owned'; readonly live: JsonObject}
  /** Engine rule 2 proves that a request would change nothing. */
  | {readonly kind: 'equal'; readonly live: JsonObject}
  | {readonly kind: 'unasked'; readonly reason: string}
  /** `denied`: the user has no permission for the dry run. */
  | {readonly kind: 'refused'; readonly refusal: Refusal; readonly denied: boolean}
  | (Updated & {readonly live: JsonObject});

/** The server answered about another version of the object than the one that was read. */
export type Moved = {readonly kind: 'moved'; readonly live: JsonObject};
