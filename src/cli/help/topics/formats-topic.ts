import {OUTPUTS} from '../../flags/globals.ts';
import {REPORT_FORMATS, type ReportFormat} from '../../flags/report-flag.ts';
import {page} from '../page.ts';

const FORMATS: Readonly<Record<(typeof OUTPUTS)[number], string>> = {
  human: 'for people; the default',
  json: 'one document; the npm package contains its JSON Schema (schemas/)',
  yaml: 'the same document as YAML; `build` prints manifests',
  jsonl: 'one JSON document per line: the events as they happen, then the result',
  markdown: 'for a pull request, an issue or a chat',
};

const REPORTS: Readonly<Record<ReportFormat, string>> = {
  markdown: 'as -o markdown',
  json: 'as -o json',
  yaml: 'as -o yaml',
  human: 'as -o human, without colours',
  junit: 'test results, for the test report of a CI system',
  sarif: 'SARIF findings, for code scanning',
  'gitlab-codequality': 'findings, for the code quality report of a merge request',
  'gitlab-terraform': 'counts of changes, for the Terraform report of a merge request',
};

/** Returns the page about output formats and reports. */
export const formatsTopic = (): string =>
  page('Output', [
    {text: 'stdout carries data, stderr carries messages and progress. -o chooses the format of stdout:'},
    {rows: OUTPUTS.map((name) => [name, FORMATS[name]])},
    {
      text: 'With -o json, an error is a document, too: {"formatVersion": 1, "error": {"code", "message", "hint"}}. `code` is stable. The texts of `message` and `hint` can change.',
    },
    {text: '--report FORMAT=FILE also writes the result to a file, and can be repeated:'},
    {rows: REPORT_FORMATS.map((name) => [name, REPORTS[name]])},
    {
      text: '-q prints only results and errors. -v also prints retries and timings. --color never or NO_COLOR turns colours off.',
    },
    {
      lines: [
        'gantry preview -o json | jq .summary',
        'gantry preview --report markdown=plan.md --report junit=plan.xml',
      ],
    },
  ]);
