import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';

/** Returns the warning for a notification that was not delivered. The run and its exit code do not change. */
export const notSent = (target: string, problem: string): Diagnostic => ({
  severity: 'warning',
  code: 'notify/not-sent',
  message: `the notification target ${target} was not notified: ${problem}`,
});

/** Returns the warning for a notification that was delivered with a reservation. */
export const sentWithRemark = (target: string, remark: string): Diagnostic => ({
  severity: 'warning',
  code: 'notify/remark',
  message: `the notification target ${target}: ${remark}`,
});
