import {signatureRulesOf} from '../../config/signatures.ts';
import type {FoundSignatureRules, SignatureRules} from '../../core/signature/signature-rules.ts';
import {isStored} from '../protection/own-protection.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** Returns the rules of a workspace that was read; undefined if it has none. */
export const ownSignatureRules = (found: FoundWorkspace): FoundSignatureRules | undefined =>
  rulesAt(found, signatureRulesOf(found.workspace.signatures));

/** Returns rules with the place of their workspace. */
export const rulesAt = (
  {file, place, scope}: Pick<FoundWorkspace, 'file' | 'place' | 'scope'>,
  rules: SignatureRules | undefined,
): FoundSignatureRules | undefined => rules && {...rules, file, isStored: isStored({place, scope})};
