import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ClaimsRequest} from '../../core/stacks/claims-request.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import {type StackName, stackText} from '../../core/stacks/stack-name.ts';

/** Returns notes with the claimed resources that a plan of a shared stack creates, and whether the plan contains nothing else. */
export function claimNotes(claims: ClaimsRequest | undefined, names: StackName): readonly Diagnostic[] {
  if (claims === undefined || !('make' in claims)) return [];
  const stack = stackText(names);
  return claims.make.map(({for: by, ...claim}) => ({
    severity: 'note',
    code: 'shared/claim',
    message: `${stack} makes ${claimKey(claim)}${by === undefined ? '' : `, which ${by} claims`}${claims.isOnly ? `: nothing else of ${stack} is in this plan` : ''}`,
  }));
}
