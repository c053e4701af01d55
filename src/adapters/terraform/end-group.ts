/** Ends the processes that a program has left in its process group. They have no other way to learn of its end. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined || process.platform === 'win32') return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
