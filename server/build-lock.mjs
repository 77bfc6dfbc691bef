/** Only one set-up at a time in a folder: two starts at once would install and compile over each other. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

// Longer than an install and a build take on a slow machine: whoever still holds it then is not setting up.
const waitMsMax = 10 * 60_000;

/**
 * Runs `work` while holding `file`; waits while another live process holds it. A dead holder's lock is taken over.
 * Throws one sentence if the folder cannot be written, or if the holder does not finish.
 */
export async function withBuildLock(file, work) {
  await hold(file).catch((error) => {
    throw new Error(`The compiled program cannot be written to ${path.dirname(file)} (${error.message}).`);
  });
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function hold(file) {
  const folder = path.dirname(file);
  // Not recursive: the project's own folder exists.
  if (!existsSync(folder)) mkdirSync(folder);
  const startedAt = Date.now();
  let isSaid = false;
  while (!tryToHold(file)) {
    if (Date.now() - startedAt > waitMsMax) {
      throw new Error(
        `process ${readHolder(file)} has held ${file} for too long: end it, or remove the file`,
      );
    }
    const holder = readHolder(file);
    if (holder === undefined) {
      // Released in between, or created but not yet written.
      await new Promise((resolve) => setTimeout(resolve, 50));
      removeIfAbandoned(file);
      continue;
    }
    if (!isAlive(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isSaid) console.log(`process ${holder} is installing or compiling in this folder: waiting for it`);
    isSaid = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function tryToHold(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** The holder of an empty lock died between creating and writing it. */
function removeIfAbandoned(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat && stat.size === 0 && Date.now() - stat.mtimeMs > 2000) rmSync(file, { force: true });
}

function isAlive(pid) {
  // Our own process id in a lock we do not hold was left behind in a container, where ids repeat.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
