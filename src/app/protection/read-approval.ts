import {resolve} from 'node:path';
import {ApprovalOutput} from '../../config/documents/approval-output.ts';
import {readText} from '../../config/read-text.ts';
import type {SignedApproval} from '../../core/protection/approval.ts';
import type {ApprovalProblem} from '../../core/protection/judge-approval.ts';

const MOST_MEBIBYTES = 1;

/** Reads the file of an approval. Its signature is not verified yet. */
export function readApproval(file: string, cwd: string): SignedApproval | ApprovalProblem {
  const {text, diagnostics} = readText(resolve(cwd, file), MOST_MEBIBYTES, true);
  if (text === undefined) return {reason: 'unreadable', problem: diagnostics[0]?.message ?? 'it cannot be read'};
  const {success, data} = ApprovalOutput.safeParse(parsed(text));
  if (!success) return {reason: 'unreadable', problem: 'this version of Gantry cannot read it as an approval'};
  return data;
}

/** Reports whether a text is an approval. */
export const isApproval = (text: string): boolean => ApprovalOutput.safeParse(parsed(text)).success;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
