import {z} from 'zod';
import {tokenProblem} from '../core/notify/holds-token.ts';
import {httpsProblem} from '../core/workspace/https-problem.ts';

/** The schema of an address that is a reference, or a literal without any credential. Its errors do not quote the address. */
export const HookAddress = z.string().superRefine((text, context) => {
  if (text.startsWith('ref://')) return;
  const problem = tokenProblem(text);
  const message = problem === undefined ? httpsProblem(text) : `${problem}: write a reference to it (\`ref://NAME\`)`;
  if (message !== undefined) context.addIssue({code: 'custom', message});
});
