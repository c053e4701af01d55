import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import type {ReadyRule} from './read-policy.ts';

/** The findings of programs: by rule, then by the id of the object. */
export type ProgramFindings = ReadonlyMap<ReadyRule, ReadonlyMap<string, readonly PolicyFinding[]>>;
