import {z} from 'zod';
import {httpsProblem} from '../core/workspace/https-problem.ts';

/** The schema of an address that credentials may be sent to: https, or http to this machine, without credentials in the address. */
export const HttpsAddress = z.string().superRefine((text, context) => {
  const problem = httpsProblem(text);
  if (problem !== undefined) context.addIssue({code: 'custom', message: problem});
});
