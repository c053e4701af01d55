/** Returns an index in the style of Helm with this number of charts, each with 50 versions: about 2 KiB for each version. */
export function largeIndex(charts: number): string {
  const entries = Array.from({length: charts}, (_, at) => chartEntry(`chart-${at}`));
  return `apiVersion: v1\nentries:\n${entries.join('')}generated: "2026-01-01T00:00:00Z"\n`;
}

const chartEntry = (name: string): string =>
  `  ${name}:\n${Array.from({length: 50}, (_, at) => versionEntry(name, at)).join('')}`;

const versionEntry = (name: string, at: number): string => `  - annotations:
      example.com/changes: |
${`        - kind: changed
          description: "a change: of ${name}" # no comment
`.repeat(22)}
    apiVersion: v2
    appVersion: "1.${at}"
    created: "2026-01-01T00:00:00Z"
    dependencies:
    - name: common
      repository: https://charts.example.com
      version: 2.x.x
    description: The chart ${name} has a description that is longer than one line, so
      that it is folded, as the tools that write indexes do with long texts.
    digest: ${'a'.repeat(64)}
    icon: https://example.com/icon.png
    keywords:
    - database
    - ${name}
    name: ${name}
    urls:
    - https://example.com/${name}-${at}.tgz
    version: ${Math.floor(at / 10)}.${at % 10}.0
`;
