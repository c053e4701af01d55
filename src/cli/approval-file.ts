import {ApprovalOutput} from '../config/documents/approval-output.ts';
import {checkOutputFile} from './output-file.ts';

/** Checks the file of an approval before it is signed. @throws GantryError `input/usage` if it cannot be written, or contains anything else */
export const checkApprovalFile = (file: string): Promise<void> =>
  checkOutputFile({flag: '--save', file, kind: 'an approval of Gantry', isOwn: isApproval});

function isApproval(text: string): boolean {
  try {
    return ApprovalOutput.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
