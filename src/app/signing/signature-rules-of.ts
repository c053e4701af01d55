import {signatureRulesIn, signatureRulesOf} from '../../config/signatures.ts';
import type {FoundSignatureRules, SignatureRules} from '../../core/signature/signature-rules.ts';
import {isStored} from '../protection/own-protection.ts';
import {type GuardingField, guardedBy} from '../protection/protections-of.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {WorkspacePlaces} from '../workspace/known-workspaces.ts';

/** Returns the rules of all workspaces with this name, as they are found for protections. */
export const signatureRulesNamed = (name: string, places: WorkspacePlaces): Promise<readonly FoundSignatureRules[]> =>
  guardedBy(SIGNATURES, name, places);

/** Returns the rules of a workspace that was read; undefined if it has none. */
export const ownSignatureRules = (found: FoundWorkspace): FoundSignatureRules | undefined =>
  rulesAt(found, signatureRulesOf(found.workspace.signatures));

const rulesAt = (
  {file, place, scope}: Pick<FoundWorkspace, 'file' | 'place' | 'scope'>,
  rules: SignatureRules | undefined,
): FoundSignatureRules | undefined => rules && {...rules, file, isStored: isStored({place, scope})};

const SIGNATURES: GuardingField<FoundSignatureRules> = {
  name: 'signatures',
  of: ownSignatureRules,
  unread: (known, value) => rulesAt(known, signatureRulesIn(value)),
  unknown: {required: true},
};
