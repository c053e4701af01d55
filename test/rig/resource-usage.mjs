// Prints the processor time and the most memory of a program at its end. Loaded before it with --import.
process.on('exit', () => {
  const {userCPUTime, systemCPUTime, maxRSS} = process.resourceUsage();
  process.stderr.write(
    `usage: ${Math.round((userCPUTime + systemCPUTime) / 1000)} ms ${Math.round(maxRSS / 1024)} MB\n`,
  );
});
