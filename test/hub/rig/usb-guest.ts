/** A qemu guest with a Debian kernel, whose root is this machine's, read-only: for tests that need a kernel's USB. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { within } from '../../helpers/wait.ts';

const qemuProgram = 'qemu-system-x86_64';
const busyboxPath = '/bin/busybox';
const bootAndRunMs = 150_000;
const kernelModules =
  'virtio virtio_ring virtio_pci virtio_pci_legacy_dev virtio_pci_modern_dev 9p 9pnet 9pnet_virtio fscache netfs configfs ' +
  'usb-common usbcore usblp udc-core libcomposite usb_f_printer dummy_hcd';
const machineOptions = '-accel tcg,thread=multi -smp 2 -cpu max -m 1536 -nographic -no-reboot';
const sharedFolder = '-device virtio-9p-pci,fsdev=host,mount_tag=host -fsdev';
const initScript = `#!${busyboxPath} sh
B=${busyboxPath}
$B mount -t proc proc /proc; $B mount -t sysfs sys /sys; $B mount -t devtmpfs dev /dev
for m in virtio_pci 9pnet_virtio 9p usblp libcomposite usb_f_printer configfs; do $B modprobe $m; done
$B modprobe dummy_hcd num=16
$B mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host /host
$B mount -t devtmpfs dev /host/dev; $B mount -t proc proc /host/proc; $B mount -t sysfs sys /host/sys
$B mount -t configfs config /host/sys/kernel/config
echo
$B chroot /host /bin/sh -c "$($B sed -n 's/.*run="\\(.*\\)"/\\1/p' /proc/cmdline)"
echo "guest: exit $?"
$B poweroff -f
`;

interface Kernel {
  image: string;
  modules: string;
  version: string;
}

/** Why a guest cannot run here; undefined if it can. */
export function guestProblem(kernelRoot: string): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the guest is made for Linux on x64';
  if (spawnSync(qemuProgram, ['--version']).status !== 0) return `${qemuProgram} is not installed`;
  if (!existsSync(busyboxPath)) return `${busyboxPath} is not installed (package busybox-static)`;
  if (!findKernel(kernelRoot)) {
    return 'there is no kernel with dummy_hcd in /boot, nor an unpacked linux-image package at USB_GUEST_KERNEL';
  }
  return undefined;
}

/** Runs a shell line in a guest, on this machine's files; resolves with everything it printed. */
export async function runInGuest(line: string, kernelRoot: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'usb-guest-'));
  try {
    const kernel = findKernel(kernelRoot)!;
    const initrd = await makeInitrd(folder, kernel);
    const share = 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap';
    const append = `console=ttyS0 quiet panic=-1 run="${line}"`;
    const given = ['-kernel', kernel.image, '-initrd', initrd, '-append', append];
    const child = spawn(
      qemuProgram,
      [...machineOptions.split(' '), ...sharedFolder.split(' '), share, ...given],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    child.stdout.on('data', (bytes) => (output += bytes));
    child.stderr.on('data', (bytes) => (output += bytes));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    await within('the guest has run its tests', ended, bootAndRunMs).finally(() => child.kill('SIGKILL'));
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findKernel(root: string): Kernel | undefined {
  const installed = join(root, 'lib/modules');
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const kernels = versions.map((version) => ({
    version,
    image: join(root, `boot/vmlinuz-${version}`),
    modules: join(installed, version),
  }));
  return kernels.find(
    ({ image, modules }) =>
      existsSync(image) && existsSync(join(modules, 'kernel/drivers/usb/gadget/udc/dummy_hcd.ko')),
  );
}

/** The initial file system: busybox, the modules for USB and for the shared files, and what starts them. */
async function makeInitrd(folder: string, { modules, version }: Kernel): Promise<string> {
  const root = join(folder, 'root');
  for (const name of ['bin', 'dev', 'host', 'proc', 'sys'])
    await mkdir(join(root, name), { recursive: true });
  await copyFile(busyboxPath, join(root, 'bin/busybox'));
  await writeFile(join(root, 'init'), initScript);
  await chmod(join(root, 'init'), 0o755);
  const kept = join(root, 'lib/modules', version);
  const names = new Set(kernelModules.split(' '));
  for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (!names.has(basename(file, '.ko')) || !file.endsWith('.ko')) continue;
    await mkdir(dirname(join(kept, file)), { recursive: true });
    await copyFile(join(modules, file), join(kept, file));
  }
  const initrd = join(folder, 'initrd');
  const make = `${busyboxPath} depmod -b . ${version} && ${busyboxPath} find . | ${busyboxPath} cpio -o -H newc > ${initrd}`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', make], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The guest's first file system could not be made: ${stderr}`);
  return initrd;
}
