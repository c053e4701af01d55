import {checkOutputFile} from './output-file.ts';

/** Checks the file of an approval before it is signed. @throws GantryError `input/usage` if it cannot be written, or contains anything else */
export async function checkApprovalFile(file: string): Promise<void> {
  const {isApproval} = await import('../app/protection/read-approval.ts');
  await checkOutputFile({flag: '--save', file, kind: 'an approval of Gantry', isOwn: isApproval});
}
