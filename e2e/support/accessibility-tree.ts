import { expect, type CDPSession, type Page } from '@playwright/test'

/** What assistive technology is told of one element: its role, its name, and where it is in the page. */
export interface TreeNode {
  readonly role: string
  readonly name: string
  /** What it is described by, such as the name of a candidate at the button that votes for them. */
  readonly description: string
  readonly level: number | undefined
  readonly disabled: boolean
  readonly element: number | undefined
}

/** Whom one looks for: by role, and by a name or a part of it. */
export interface Wanted {
  readonly role: string
  readonly name: string | RegExp
  readonly level?: number
}

/**
 * A page as a screen reader has it: the browser's accessibility tree, and the default action of what is in it. It knows neither the
 * document's elements nor where anything is drawn.
 */
export class AccessibilityTree {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<AccessibilityTree> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    return new AccessibilityTree(session)
  }

  /** What is there now, in the order in which it is read. */
  async nodes(): Promise<TreeNode[]> {
    const { nodes } = await this.session.send('Accessibility.getFullAXTree')
    return nodes
      .filter(({ ignored }) => !ignored)
      .map((node) => {
        const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value as unknown
        const level = property('level')
        return {
          role: String(node.role?.value ?? ''),
          name: String(node.name?.value ?? ''),
          description: String(node.description?.value ?? ''),
          level: typeof level === 'number' ? level : undefined,
          disabled: property('disabled') === true,
          element: node.backendDOMNodeId,
        }
      })
  }

  /** All that is read aloud of it. */
  async text(): Promise<string> {
    return (await this.nodes()).map(({ role, name }) => (role === 'StaticText' ? name : '')).join('')
  }

  /** Waits until something of this role and name is there, and answers all of it. */
  async find({ role, name, level }: Wanted): Promise<TreeNode[]> {
    const isWanted = (node: TreeNode) =>
      node.role === role &&
      (typeof name === 'string' ? node.name === name : name.test(node.name)) &&
      (level === undefined || node.level === level)
    let nodes: TreeNode[] = []
    // A failure tells what was there instead.
    const wantedOrRest = async () => ((nodes = await this.nodes()).some(isWanted) ? 'found' : inShort(nodes))
    await expect.poll(wantedOrRest, { message: `the accessibility tree has a ${role} ‘${name}’` }).toBe('found')
    return nodes.filter(isWanted)
  }

  /** Does what the first such control that is not disabled is there for. */
  async press(wanted: Wanted): Promise<TreeNode> {
    let pressed: TreeNode | undefined
    await expect
      .poll(async () => (pressed = (await this.find(wanted)).find(({ disabled }) => !disabled)) !== undefined)
      .toBe(true)
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId: pressed!.element! })
    const click = 'function () { this.focus(); this.click() }'
    await this.session.send('Runtime.callFunctionOn', { objectId: object.objectId!, functionDeclaration: click })
    return pressed!
  }
}

/** The headings, buttons and alerts of a page, one a line. */
const inShort = (nodes: readonly TreeNode[]): string =>
  nodes
    .filter(({ role }) => ['RootWebArea', 'heading', 'button', 'alert', 'status'].includes(role))
    .map(({ role, name, disabled }) => `${role} ‘${name}’${disabled ? ' (disabled)' : ''}`)
    .join('\n')
