; The installer for Windows (Inno Setup 6), over the folder that PyInstaller made:
;
;     ISCC.exe /DVersion=0.1.0 .ci\bundle\installers\windows.iss
;
; It has not run yet. Without administrator rights it installs for the user alone. What the user
; made, models and history, stays when it is removed.

#define Root "..\..\.."

[Setup]
AppId={{6B0C1D0E-53B4-4A6C-9A5B-0B8C5A0B7C11}
AppName=Translucent
AppVersion={#Version}
AppPublisher=The Translucent authors
DefaultDirName={autopf}\Translucent
DefaultGroupName=Translucent
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Root}\LICENSE
SetupIconFile={#Root}\resources\icons\app\translucent.ico
UninstallDisplayIcon={app}\Translucent.exe
OutputDir={#Root}\dist
OutputBaseFilename=translucent-{#Version}-windows-x86_64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[InstallDelete]
; Files of an earlier version that this one no longer has.
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"

[Files]
Source: "{#Root}\dist\Translucent\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Translucent"; Filename: "{app}\Translucent.exe"

[Registry]
; Offered under "Open with", for the kinds of files that it translates; takes no file over.
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\shell\open\command"; ValueType: string; ValueData: """{app}\Translucent.exe"" app ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".txt"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".md"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".srt"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".pdf"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".html"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".epub"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".odt"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".docx"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".pptx"
Root: HKA; Subkey: "Software\Classes\Applications\Translucent.exe\SupportedTypes"; ValueType: string; ValueName: ".xlsx"

[Run]
Filename: "{app}\Translucent.exe"; Description: "{cm:LaunchProgram,Translucent}"; Flags: nowait postinstall skipifsilent
