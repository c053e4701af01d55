import {isError} from '../core/diagnostic/diagnostic.ts';
import {type CommandFailure, failureDiagnostics} from '../ui/command-failure.ts';
import type {Io} from '../ui/io.ts';
import type {Style} from '../ui/style.ts';
import {EXIT} from './exit-code.ts';
import {type CaseFormat, isCaseFormat, type Report} from './flags/report-flag.ts';
import {type ForWorkflow, githubOf} from './github.ts';
import {openReportRun, type ReportRunOptions} from './open-report-run.ts';
import {type Forms, formOf, plain} from './output.ts';
import {reasonOf} from './output-file.ts';
import {checkReportFile, writeReportFile} from './report-file.ts';
import type {Result} from './session.ts';

/** The delivery of a result or an error to reports, and to the GitHub workflow. */
export type Delivery = {
  /** Delivers a result and returns the exit code: that of the run, or 1 if a report could not be written. */
  readonly answer: (result: Result, forms: Forms, run: Run) => Promise<number>;
  /** Delivers an error. `workflow`: the outputs of the refused plan, if there is one. */
  readonly failure: (failure: CommandFailure, forms: Forms, run: Run, workflow?: ForWorkflow) => Promise<number>;
};

type Run = {readonly exitCode: number; readonly style: Style};

/** The settings of a delivery: the reports, and the streams for the CI system. */
export type Delivering = ReportRunOptions & {
  /** The streams of the process, for workflow commands to the runner. */
  readonly io: Io;
  readonly reports: readonly Report[];
};

/** Opens the delivery and checks the reports. @throws GantryError `input/usage` for a report that cannot be written. */
export async function openDelivery(to: Delivering): Promise<Delivery> {
  for (const report of to.reports) await checkReportFile(report);
  return deliveryTo(to);
}

/** Opens the delivery without checking the reports, for a run that has already failed. */
export function deliveryTo(to: Delivering): Delivery {
  const {io, cwd} = to;
  const github = githubOf(io, cwd);
  const deliver = async (forms: Forms, {exitCode, style}: Run, told: Told | undefined): Promise<number> => {
    const failed = await writeReports(to, forms, {exitCode, style});
    try {
      if (told !== undefined) await github?.summarize(async (bytes) => forms.markdown({...plain(style), bytes}));
      await github?.output({...told?.outputs, 'exit-code': exitCode});
    } catch (error) {
      io.stderr.write(`warning: the outputs of the workflow could not be written: ${reasonOf(error)}\n`);
    }
    return failed && exitCode <= EXIT.pending ? EXIT.failed : exitCode;
  };
  return {
    answer: async (result, forms, run) => {
      const {failure, diagnostics = [], workflow} = result;
      const {warnings = []} = workflow ?? {};
      // The failure only counts the failed steps, which have their own annotations.
      const told = failure?.code === 'apply/partial' && warnings.some(isError);
      const failed = failure === undefined || told ? [] : failureDiagnostics(failure);
      github?.annotate([...failed, ...diagnostics, ...warnings]);
      return deliver(forms, run, workflow);
    },
    failure: async ({diagnostics, title}, forms, run, workflow) => {
      github?.annotate([...diagnostics, ...(workflow?.warnings ?? [])]);
      return deliver(forms, run, {outputs: {...workflow?.outputs, summary: `failed: ${title}`}});
    },
  };
}

/** The outputs of a result, for the summary of the job and for later steps. */
type Told = Pick<ForWorkflow, 'outputs'>;

async function writeReports(to: Delivering, forms: Forms, run: Run): Promise<boolean> {
  let failed = false;
  for (const {format, file} of to.reports) {
    try {
      const text = isCaseFormat(format)
        ? await caseReportOf(format, to, forms, run.exitCode)
        : await formOf(forms, format, plain(run.style));
      await writeReportFile({format, file}, text);
    } catch (error) {
      failed = true;
      to.io.stderr.write(`error: the report ${file} could not be written: ${reasonOf(error)}\n`);
    }
  }
  return failed;
}

async function caseReportOf(format: CaseFormat, to: Delivering, forms: Forms, exitCode: number): Promise<string> {
  const [{caseReport}, run] = await Promise.all([import('./case-report.ts'), openReportRun(to)]);
  return caseReport(format, await forms.cases(), {...run, exitCode});
}
