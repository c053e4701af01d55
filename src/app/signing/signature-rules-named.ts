import {signatureRulesIn} from '../../config/signatures.ts';
import type {FoundSignatureRules} from '../../core/signature/signature-rules.ts';
import {type GuardingField, guardedBy} from '../protection/protections-of.ts';
import type {WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {ownSignatureRules, rulesAt} from './own-signature-rules.ts';

/** Returns the rules of all workspaces with this name, as they are found for protections. */
export const signatureRulesNamed = (name: string, places: WorkspacePlaces): Promise<readonly FoundSignatureRules[]> =>
  guardedBy(SIGNATURES, name, places);

const SIGNATURES: GuardingField<FoundSignatureRules> = {
  name: 'signatures',
  of: ownSignatureRules,
  unread: (known, value) => rulesAt(known, signatureRulesIn(value)),
  unknown: {required: true},
};
