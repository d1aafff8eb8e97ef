// What a reader does with the page of the inventory of testdata/locks.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const page = pathToFileURL(process.argv[2]).href;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

// open opens the page and gathers what goes wrong, and what it asks for.
async function open(options) {
	const context = await browser.newContext(options);
	const tab = await context.newPage();
	tab.wrong = [];
	tab.on('pageerror', (e) => tab.wrong.push(e.message));
	tab.on('console', (m) => ['error', 'warning'].includes(m.type()) && tab.wrong.push(m.text()));
	tab.on('request', (r) => r.url() !== page && tab.wrong.push(`asks for ${r.url()}`));
	await tab.goto(page);
	return tab;
}

const shown = (tab) => tab.locator('article:visible h2').allTextContents();

const all = ['account:{account}', 'report:{day}', 'close:{day}'];
const tab = await open({ viewport: { width: 1000, height: 900 } });

// All locks first, then those that the search and the choices leave.
assert.deepEqual(await shown(tab), all);
assert.equal(await tab.locator('#shown').textContent(), '');
await tab.getByLabel('Search').fill('SHOP.GO  close');
assert.deepEqual(await shown(tab), ['close:{day}']);
assert.equal(await tab.locator('#shown').textContent(), '1 shown.');
await tab.getByLabel('Search').fill('no such lock');
assert.deepEqual(await shown(tab), []);
await tab.getByLabel('Search').fill('');
for (const [state, want] of [
	['wrong', ['account:{account}', 'close:{day}']],
	['unchecked', ['account:{account}']],
	['undeclared', ['account:{account}', 'close:{day}']],
	['efficiency', ['report:{day}']],
	['correctness', []],
	['', all],
]) {
	await tab.getByLabel('State').selectOption(state);
	assert.deepEqual(await shown(tab), want, state);
}
await tab.getByLabel('System').selectOption('Redis');
assert.deepEqual(await shown(tab), all);

// By the keyboard alone.
await tab.getByLabel('Search').focus();
await tab.keyboard.type('report');
assert.deepEqual(await shown(tab), ['report:{day}']);
await tab.getByLabel('Search').fill('');

// Each place links to a line that is there.
const links = await tab.locator('article li a').evaluateAll((list) => list.map((a) => a.href).filter((h) => h.startsWith('file:')));
assert.ok(links.length >= 10, `${links.length} links`);
for (const link of links) {
	const url = new URL(link);
	const file = fileURLToPath(new URL(url.pathname, 'file:///'));
	assert.ok(existsSync(file), file);
	const line = Number(url.hash.slice(2));
	assert.ok(line >= 1 && line <= readFileSync(file, 'utf8').split('\n').length, link);
}

// The timeline as it is painted: the write stands behind the pause, the lease
// ends within it, and another holder begins where the lease has ended.
const card = tab.locator('article', { hasText: 'account:{account}' }).first();
const box = async (selector) => {
	const b = await card.locator(`svg ${selector}`).first().boundingBox();
	assert.ok(b && b.width > 0, selector);
	return { left: b.x, right: b.x + b.width };
};
const [acquire, write, release, pause, lease, other] = await Promise.all(
	['.acquire circle', '.write.bad rect', '.release circle', '.pause', '.lease', 'line.other'].map(box));
assert.ok(acquire.right <= pause.left + 2 && pause.right <= write.left + 2 && write.right < release.left, 'the order of the marks');
assert.ok(lease.right > pause.left && lease.right < pause.right, 'the lease ends amid the pause');
assert.ok(other.left >= lease.right && other.left < write.left, 'another comes before the write');
assert.equal(await card.locator('svg').getAttribute('aria-label'), 'Timeline: A1 Obtain, W1 UPDATE accounts, F1 Release. A pause before W1 hurts.');

// No text sticks out of a drawing or stands on another.
for (const texts of await tab.locator('svg').evaluateAll((list) => list.map((svg) => {
	const frame = svg.getBoundingClientRect();
	return [...svg.querySelectorAll('text')].map((t) => {
		const r = t.getBoundingClientRect();
		return { text: t.textContent, l: r.left - frame.left, r: r.right - frame.left, t: r.top, b: r.bottom, width: frame.width };
	});
}))) {
	texts.forEach((a, i) => {
		assert.ok(a.l >= 0 && a.r <= a.width, `${a.text} sticks out`);
		texts.slice(i + 1).forEach((b) => assert.ok(a.r <= b.l || b.r <= a.l || a.b <= b.t + 3 || b.b <= a.t + 3, `${a.text} on ${b.text}`));
	});
}

// On a telephone nothing is cut off at the side; in the dark the text is light.
const small = await open({ viewport: { width: 360, height: 700 }, colorScheme: 'dark' });
assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'it scrolls sideways');
const light = await small.evaluate(() => getComputedStyle(document.body).color.match(/\d+/g).map(Number));
assert.ok(light.every((c) => c > 150), `dark on dark: ${light}`);

// Without scripts all is there.
const plain = await open({ javaScriptEnabled: false });
assert.equal(await plain.locator('article:visible').count(), all.length);

for (const t of [tab, small, plain]) {
	assert.deepEqual(t.wrong, []);
}
await browser.close();
console.log('== done');
