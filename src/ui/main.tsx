import type { Backend } from './context';
import { mount } from './mount';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const [load] = Object.values(import.meta.glob<{ createBackend: () => Backend }>('./backend.ts'));
if (!load) throw new Error('backend.ts is missing.');
const { createBackend } = await load();
mount(root, createBackend);
