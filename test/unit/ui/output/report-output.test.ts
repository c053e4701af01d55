import {expect, it} from 'vitest';
import {ReportOutput} from '../../../../src/ui/output/report-output.ts';

const reportWith = (cell: object) => ({
  formatVersion: 1,
  at: '2026-01-01T00:00:00Z',
  stacks: [],
  workspaces: [],
  cells: [{project: 'shop', stack: 'web', workspace: 'prod', failures: [], ...cell}],
});

it('the status of a cell is that of one stack, and never a list of all', () => {
  expect(ReportOutput.safeParse(reportWith({})).error).toBeUndefined();
  const {error} = ReportOutput.safeParse(reportWith({status: {formatVersion: 1, stacks: []}}));
  expect(error?.issues[0]).toMatchObject({path: ['cells', 0, 'status', 'project']});
});
